;;; Opens a file with `cute-lens lsp` in Emacs, through lsp-mode, does what a user does, and prints one line of JSON
;;; with what is seen.  Environment: COMMAND (JSON list), FILE, NAME.
(require 'lsp-mode)
(require 'lsp-diagnostics)
(require 'lsp-lens)
(require 'json)

(defun wait-for (what condition)
  (let ((until (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) until))
      (accept-process-output nil 0.05))
    (unless (funcall condition) (error "waited in vain for %s" what))))

(add-to-list 'auto-mode-alist '("\\.cuh?\\'" . c++-mode))
(clrhash lsp-clients)
(setq lsp-session-file (make-temp-name (expand-file-name "lsp-session-" temporary-file-directory))
      lsp-auto-guess-root t lsp-diagnostics-provider :none lsp-enable-file-watchers nil)
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection (append (json-read-from-string (getenv "COMMAND")) nil))
                  :activation-fn (lambda (&rest _) t)
                  :server-id 'cute-lens))
(lsp-workspace-folders-add (file-name-directory (getenv "FILE")))

(find-file (getenv "FILE"))
(let ((inhibit-message t)) (lsp))
(wait-for "the server" (lambda () (and (lsp-workspaces) (eq 'initialized (lsp--workspace-status (car (lsp-workspaces)))))))

;; Findings, as lsp-mode keeps them.
(defun found () (apply #'append (hash-table-values (lsp-diagnostics))))
(wait-for "findings" (lambda () (>= (length (found)) 2)))
(defvar findings (mapcar (lambda (one)
                           `((line . ,(1+ (lsp:position-line (lsp:range-start (lsp:diagnostic-range one)))))
                             (message . ,(lsp:diagnostic-message one))))
                         (found)))

;; Lenses, as they are shown.
(lsp-lens-mode 1)
(lsp-lens-refresh t)
(wait-for "lenses" (lambda () lsp-lens--overlays))
(defvar lenses (mapcar (lambda (lens) (lsp:command-title (lsp:code-lens-command? lens)))
                       (append (lsp-request "textDocument/codeLens" `(:textDocument ,(lsp--text-document-identifier))) nil)))

;; A hover, rendered.
(goto-char (point-min))
(re-search-forward (format "\\_<%s\\_>" (getenv "NAME")))
(backward-char 1)
(defvar hover (lsp--render-on-hover-content
               (lsp:hover-contents (lsp-request "textDocument/hover" (lsp--text-document-position-params))) t))

;; The repair of the stale comment, applied.
(goto-char (point-min))
(re-search-forward "(4,4)")
(backward-char 2)
(lsp-execute-code-action
 (seq-find (lambda (action) (string-prefix-p "Write" (lsp:code-action-title action))) (lsp-code-actions-at-point)))
(princ (concat (json-encode `((findings . ,findings) (hover . ,(substring-no-properties hover)) (lenses . ,lenses)
                              (repaired . ,(buffer-string))))
               "\n"))
(set-buffer-modified-p nil)
(setq lsp-restart 'ignore)
(lsp-workspace-shutdown (car (lsp-workspaces)))
