/** An open form with unsaved input. */
export interface DirtyForm<Owner> {
  /** The person who typed the input. */
  owner: Owner;
  /** Opens a sign-in dialog above the form after the session has ended. */
  openSignIn(): void;
  /** Called when somebody signs in, in this tab or another one. */
  onSignedIn(): void;
  /** Discards the input and deletes its draft. */
  discard(): void;
}

/** The registry of forms with unsaved input on a page. The input is preserved when the session ends. */
export interface UnsavedChanges<Owner> {
  /**
   * Registers a form with unsaved input. The browser then warns the person before the page is closed. Returns
   * a function that ends the registration.
   */
  register(form: DirtyForm<Owner>): () => void;
  /** Returns the person who typed the unsaved input, or undefined if there is no unsaved input. */
  owner(): Owner | undefined;
  /**
   * Ends the registration of all forms, because their input is saved or given up. A waiting sign-in request
   * resolves to false.
   */
  release(): void;
  /** Discards the input of all forms and deletes their drafts. */
  discard(): void;
  /**
   * Opens a sign-in dialog above the topmost form. Resolves to true when the owner has signed in again, and to false
   * when the input is given up. Returns undefined if there is no unsaved input.
   */
  requestSignIn(): Promise<boolean> | undefined;
  /** Resolves the promise of `requestSignIn`. `isBack` is true if the owner has signed in again. */
  resolveSignIn(isBack: boolean): void;
  /** Tells all forms that somebody has signed in. Returns false if no form has unsaved input. */
  notifySignedIn(): boolean;
}

/** Creates the registry of a page. */
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
      // `discard` ends the registration of a form and thereby replaces `forms`. The loop uses the previous
      // array.
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
      // `onSignedIn` may end the registration of a form and thereby replace `forms`. The loop uses the
      // previous array.
      const told = forms;
      for (const form of told) form.onSignedIn();
      return told.length > 0;
    },
  };
}
