interface DirtyForm<Owner> {
  owner: Owner;
  openSignIn(): void;
  /** In this tab or another one. */
  onSignedIn(): void;
  /** And its draft. */
  discard(): void;
}

/** Keeps unsaved input when the session ends. */
export interface UnsavedChanges<Owner> {
  /** The browser then warns before the page is closed. Returns a function that ends this. */
  register(form: DirtyForm<Owner>): () => void;
  /** Undefined without unsaved input. */
  owner(): Owner | undefined;
  /** Of all forms: their input is saved or given up. A waiting sign-in request resolves to false. */
  release(): void;
  discard(): void;
  /**
   * Resolves to true when the owner has signed in again, to false when the input is given up. Undefined
   * without unsaved input.
   */
  requestSignIn(): Promise<boolean> | undefined;
  resolveSignIn(isBack: boolean): void;
  /** Returns false if no form has unsaved input. */
  notifySignedIn(): boolean;
}

export function createUnsavedChanges<Owner>(): UnsavedChanges<Owner> {
  // There may be several forms, for example of settings groups. The last form is the topmost one.
  let forms: DirtyForm<Owner>[] = [];
  let pending: PromiseWithResolvers<boolean> | undefined;

  const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();
  const resolveSignIn = (isBack: boolean) => {
    const signIn = pending;
    pending = undefined;
    signIn?.resolve(isBack);
  };
  const release = () => {
    forms = [];
    window.removeEventListener('beforeunload', askBeforeClosing);
    resolveSignIn(false);
  };
  return {
    register: (next) => {
      forms = [...forms, next];
      window.addEventListener('beforeunload', askBeforeClosing);
      return () => {
        if (!forms.includes(next)) return;
        forms = forms.filter((form) => form !== next);
        if (forms.length === 0) release();
      };
    },
    owner: () => forms.at(-1)?.owner,
    release,
    discard: () => {
      // `discard` replaces `forms`.
      const dirty = forms;
      for (const form of dirty) form.discard();
      release();
    },
    resolveSignIn,
    requestSignIn: () => {
      const form = forms.at(-1);
      if (!form) return undefined;
      if (!pending) {
        pending = Promise.withResolvers();
        form.openSignIn();
      }
      return pending.promise;
    },
    notifySignedIn: () => {
      // `onSignedIn` may replace `forms`.
      const listeners = forms;
      for (const form of listeners) form.onSignedIn();
      return listeners.length > 0;
    },
  };
}
