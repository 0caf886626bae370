"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const all = (selector, root) => Array.from((root || document).querySelectorAll(selector));

  // A switch shows another state of a config: as it is (0), or with a fix, of which the data has what differs.
  function show(name, number) {
    const base = data[name][0], now = data[name][number];
    const of = (part, key) => (key in now[part] ? now[part][key] : base[part][key]);
    const roots = all("#" + name).concat(all('tr[data-k="' + name + '"]'));
    for (const root of roots) {
      for (const each of all("[data-c]", root)) {
        const said = of("t", each.dataset.c);
        if (said !== undefined) each.textContent = said;
        if (said !== undefined && each.tagName === "DD") lines(each, said);
      }
      for (const each of all("[data-a]", root)) each.setAttribute("aria-label", of("t", each.dataset.a));
      for (const each of all("path[data-e]", root)) each.setAttribute("stroke-width", of("e", each.dataset.e) || 1);
      for (const each of all(".box", root)) {
        const [share, band, worst] = of("b", each.dataset.s) || [0, 0, false];
        const bar = each.querySelector(".bar");
        if (bar) bar.setAttribute("width", (share * bar.dataset.w).toFixed(1));
        for (let n = 0; n < 5; n++) each.classList.toggle("c" + n, n === band);
        each.classList.toggle("worst", worst);
      }
      for (const each of all("td.bar", root)) each.style.setProperty("--p", each.textContent);
    }
  }
  function lines(where, said) {
    where.textContent = "";
    said.split("\n").forEach((row, n) => where.append(...(n ? [document.createElement("br"), row] : [row])));
  }

  // What belongs to one stage is lit in the drawing, in the config, in the table and in the list of findings.
  function light(target, on) {
    const here = target.closest && target.closest("[data-s]");
    const section = here && here.closest("section");
    if (!section) return;
    for (const each of all(".on", section)) each.classList.remove("on");
    if (on) for (const each of all('[data-s="' + here.dataset.s + '"]', section)) each.classList.add("on");
  }
  document.addEventListener("mouseover", event => light(event.target, true));
  document.addEventListener("mouseout", event => light(event.target, false));
  document.addEventListener("focusin", event => light(event.target, true));

  // Arrow keys go from a stage to the nearest one that way.
  document.addEventListener("keydown", event => {
    const box = event.target.closest && event.target.closest("a.box");
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (!box || !way) return;
    const at = middle(box);
    let best = null, least = Infinity;
    for (const each of all("a.box", box.closest("svg"))) {
      const to = middle(each), x = to[0] - at[0], y = to[1] - at[1];
      const along = x * way[0] + y * way[1], aside = Math.abs(x * way[1]) + Math.abs(y * way[0]);
      if (along > 1 && along + 2 * aside < least) { best = each; least = along + 2 * aside; }
    }
    if (best) { event.preventDefault(); best.focus(); best.scrollIntoView({ block: "nearest", inline: "nearest" }); }
  });
  function middle(of) {
    const box = of.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  for (const each of all("input[type=radio]")) each.addEventListener("change", () => show(each.name, +each.value));
  // A page that comes back from the browser's memory has the switches as they were left.
  for (const each of all("input[type=radio]:checked")) if (each.value !== "0") show(each.name, +each.value);
  for (const each of all("td.bar")) each.style.setProperty("--p", each.textContent);

  // A table of configs is sorted by the heads of its columns.
  for (const table of all("table.sortable")) {
    const heads = all("thead th", table), body = table.tBodies[0];
    heads.forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        for (const each of heads) each.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const value = row => {
          const cell = row.cells[column];
          return "v" in cell.dataset ? +cell.dataset.v : cell.textContent;
        };
        const rows = Array.from(body.rows).sort((one, other) => {
          const a = value(one), b = value(other);
          return (typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0) * (down ? -1 : 1);
        });
        body.append(...rows);
      });
    });
  }
  document.documentElement.classList.add("live");

  // A wide drawing shows its first stage, not what is left of it.
  for (const pane of all(".drawing")) {
    const first = pane.querySelector(".box");
    if (first) pane.scrollLeft += middle(first)[0] - middle(pane)[0];
  }
})();
