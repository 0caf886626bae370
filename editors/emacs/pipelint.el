;;; pipelint.el --- pipelint's language server with eglot -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "29.1"))

;;; Commentary:

;; (require 'pipelint) in the init file; then M-x eglot in a config, or the hooks at the end of this file.

;;; Code:

(require 'eglot)
(require 'conf-mode)

(defcustom pipelint-command '("pipelint" "lsp")
  "The command that runs the language server."
  :type '(repeat string)
  :group 'eglot)

(define-derived-mode pipelint-fluentd-mode conf-space-mode "Fluentd"
  "Mode for Fluentd configs."
  (setq-local comment-start "# "))

(define-derived-mode pipelint-logstash-mode conf-mode "Logstash"
  "Mode for Logstash pipelines."
  (setq-local comment-start "# "))

(add-to-list 'auto-mode-alist '("/\\(?:fluent\\|td-agent\\)[^/]*\\.conf\\'" . pipelint-fluentd-mode))
(add-to-list 'auto-mode-alist '("/fluentd?/.*\\.conf\\'" . pipelint-fluentd-mode))
(add-to-list 'auto-mode-alist '("/logstash[^/]*\\.conf\\'" . pipelint-logstash-mode))
(add-to-list 'auto-mode-alist '("/logstash/.*\\.conf\\'" . pipelint-logstash-mode))

;; The server says nothing about YAML files without a config; for those, M-x eglot asks which of several servers to run.
(add-to-list 'eglot-server-programs
             `((pipelint-fluentd-mode pipelint-logstash-mode) . ,(lambda (&rest _) pipelint-command)))

(add-hook 'pipelint-fluentd-mode-hook #'eglot-ensure)
(add-hook 'pipelint-logstash-mode-hook #'eglot-ensure)

(provide 'pipelint)
;;; pipelint.el ends here
