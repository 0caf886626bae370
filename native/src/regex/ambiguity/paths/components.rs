//! Strongly connected components: parts of a graph in which each node leads to each other.

/// The component of each node; components are numbered so that edges lead to the same or a smaller number.
pub(in crate::regex::ambiguity) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const NONE: usize = usize::MAX;
    let count = edges.len();
    let (mut order, mut low, mut found) = (vec![NONE; count], vec![0; count], vec![NONE; count]);
    let (mut next, mut number) = (0, 0);
    let mut open: Vec<usize> = Vec::new();
    for root in 0..count {
        if order[root] != NONE {
            continue;
        }
        // Tarjan's algorithm with an explicit stack of nodes and how many of their edges were followed.
        let mut stack = vec![(root, 0)];
        while let Some(top) = stack.last_mut() {
            let (node, edge) = *top;
            if edge == 0 {
                order[node] = next;
                low[node] = next;
                next += 1;
                open.push(node);
            }
            if let Some(&to) = edges[node].get(edge) {
                top.1 += 1;
                if order[to] == NONE {
                    stack.push((to, 0));
                } else if found[to] == NONE {
                    low[node] = low[node].min(order[to]);
                }
                continue;
            }
            stack.pop();
            if let Some(&(parent, _)) = stack.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == order[node] {
                while let Some(member) = open.pop() {
                    found[member] = number;
                    if member == node {
                        break;
                    }
                }
                number += 1;
            }
        }
    }
    found
}

/// The nodes of each component that has a cycle.
pub(in crate::regex::ambiguity) fn cycles(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let found = components(edges);
    let mut members = vec![Vec::new(); found.iter().max().map_or(0, |&last| last + 1)];
    for (node, &component) in found.iter().enumerate() {
        members[component].push(node);
    }
    members.retain(|nodes| match nodes.as_slice() {
        [only] => edges[*only].contains(only),
        _ => true,
    });
    members
}
