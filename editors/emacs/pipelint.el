;;; pipelint.el --- pipelint's language server with eglot -*- lexical-binding: t; -*-

;; Package-Requires: ((emacs "29.1"))

;;; Commentary:

;; Put (require 'pipelint) into the init file.  Files that are named like configs start the server automatically.  In YAML files,
;; which may contain ConfigMaps, use M-x eglot; it asks for the server if yaml-language-server is also installed.

;;; Code:

(require 'eglot)
(require 'conf-mode)

(defcustom pipelint-command '("pipelint" "lsp")
  "Command that starts the language server."
  :type '(repeat string)
  :group 'eglot)

(define-derived-mode pipelint-fluentd-mode conf-space-mode "Fluentd"
  "Mode for Fluentd configs."
  (setq-local comment-start "# "))

(define-derived-mode pipelint-logstash-mode conf-mode "Logstash"
  "Mode for Logstash pipelines."
  (setq-local comment-start "# "))

(define-derived-mode pipelint-fluentbit-mode conf-space-mode "Fluent Bit"
  "Mode for Fluent Bit configs."
  (setq-local comment-start "# "))

(add-to-list 'auto-mode-alist '("/\\(?:fluent\\|td-agent\\)[^/]*\\.conf\\'" . pipelint-fluentd-mode))
(add-to-list 'auto-mode-alist '("/fluentd?/.*\\.conf\\'" . pipelint-fluentd-mode))
(add-to-list 'auto-mode-alist '("/logstash[^/]*\\.conf\\'" . pipelint-logstash-mode))
(add-to-list 'auto-mode-alist '("/logstash/.*\\.conf\\'" . pipelint-logstash-mode))
(add-to-list 'auto-mode-alist '("/\\(?:fluent\\|td-agent\\)-bit[^/]*\\.conf\\'" . pipelint-fluentbit-mode))
(add-to-list 'auto-mode-alist '("/fluent-?bit/.*\\.conf\\'" . pipelint-fluentbit-mode))

(defun pipelint--contact (&optional _interactive)
  "The server for configs."
  pipelint-command)

(defun pipelint--yaml-contact (&optional interactive)
  "The server for YAML files: this one, or the one for YAML itself."
  (funcall (eglot-alternatives (list pipelint-command '("yaml-language-server" "--stdio"))) interactive))

(add-to-list 'eglot-server-programs '((pipelint-fluentd-mode pipelint-logstash-mode pipelint-fluentbit-mode) . pipelint--contact))
(add-to-list 'eglot-server-programs '((yaml-mode yaml-ts-mode) . pipelint--yaml-contact))

(add-hook 'pipelint-fluentd-mode-hook #'eglot-ensure)
(add-hook 'pipelint-logstash-mode-hook #'eglot-ensure)
(add-hook 'pipelint-fluentbit-mode-hook #'eglot-ensure)

(provide 'pipelint)
;;; pipelint.el ends here
