;;; Opens a file with `cute-lens lsp` in Emacs, through Eglot, does what a user does, and prints one line of JSON with
;;; what is seen.  Eglot without markdown-mode shows plain text.  Environment: COMMAND (JSON list), FILE, NAME.
(require 'eglot)
(require 'flymake)
(require 'json)

(defun wait-for (what condition)
  (let ((until (+ (float-time) 20)))
    (while (and (not (funcall condition)) (< (float-time) until))
      (accept-process-output nil 0.05))
    (unless (funcall condition) (error "waited in vain for %s" what))))

(let ((command (append (json-read-from-string (getenv "COMMAND")) nil)))
  (add-to-list 'auto-mode-alist '("\\.cuh?\\'" . c++-mode))
  (add-to-list 'eglot-server-programs `(c++-mode . ,command)))
(setq eglot-sync-connect 20 eglot-confirm-server-initiated-edits nil)

(find-file (getenv "FILE"))
(let ((inhibit-message t)) (call-interactively #'eglot))
(wait-for "the server" #'eglot-managed-p)

;; Findings, as Flymake lists them.
(defun found () (flymake-start) (flymake-diagnostics))
(wait-for "findings" (lambda () (>= (length (found)) 2)))
(defvar findings (mapcar (lambda (one) `((line . ,(line-number-at-pos (flymake-diagnostic-beg one)))
                                         (message . ,(flymake-diagnostic-text one))))
                         (flymake-diagnostics)))

;; A hover, as Eldoc shows it.
(goto-char (point-min))
(re-search-forward (format "\\_<%s\\_>" (getenv "NAME")))
(backward-char 1)
(defvar said nil)
(eglot-hover-eldoc-function (lambda (text &rest _) (setq said (substring-no-properties text))))
(wait-for "a hover" (lambda () said))

;; The repair of the stale comment, applied.
(goto-char (point-min))
(re-search-forward "(4,4)")
(let ((actions (eglot-code-actions (match-beginning 0) (match-end 0) "quickfix" nil)))
  (eglot--apply-workspace-edit (plist-get (seq-find (lambda (one) (eq t (plist-get one :isPreferred))) actions) :edit)))
(defvar warnings
  (with-current-buffer (messages-buffer) (split-string (buffer-string) "\n" t)))
(princ (concat (json-encode `((findings . ,findings) (hover . ,said) (repaired . ,(buffer-string))
                              (warnings . ,(seq-filter (lambda (line) (string-match-p "warning\\|error" line)) warnings))
                              (mode . ,(symbol-name major-mode))))
               "\n"))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))
