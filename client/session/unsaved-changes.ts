/** An open form with unsaved input. */
export interface DirtyForm<Owner> {
  /** The person who typed the input. */
  owner: Owner;
  /** Opens a sign-in dialog above the form after the session has ended. */
  openSignIn(): void;
  /** Called when somebody signs in, in this tab or another one. */
  onSignedIn(): void;
}

/** Knows whether the page has unsaved input, and preserves that input when the session ends. */
export interface UnsavedChanges<Owner> {
  /**
   * Registers a form with unsaved input. The browser then asks before it closes the page. Returns a function
   * that ends the registration.
   */
  hold(holder: DirtyForm<Owner>): () => void;
  /** Returns the person who typed the unsaved input, or undefined when there is none. */
  owner(): Owner | undefined;
  /** Ends the protection: the input is saved or given up. */
  release(): void;
  /**
   * Asks for a sign-in above the form. Resolves to true when the owner is back, and to false when the input
   * is given up. Returns undefined when nothing is unsaved.
   */
  awaitSignIn(): Promise<boolean> | undefined;
  /** Ends the wait for the sign-in, with its result. */
  answerSignIn(isBack: boolean): void;
  /** Tells the form that somebody has signed in. Returns false when there is no form with unsaved input. */
  tellSignedIn(): boolean;
}

/** Starts tracking the unsaved input of a page. */
export function createUnsavedChanges<Owner>(): UnsavedChanges<Owner> {
  let holder: DirtyForm<Owner> | undefined;
  let asked: PromiseWithResolvers<boolean> | undefined;

  const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();
  const answerSignIn = (isBack: boolean) => {
    const open = asked;
    asked = undefined;
    open?.resolve(isBack);
  };
  const release = () => {
    holder = undefined;
    window.removeEventListener('beforeunload', askBeforeClosing);
    answerSignIn(false);
  };
  return {
    hold: (next) => {
      holder = next;
      window.addEventListener('beforeunload', askBeforeClosing);
      return () => {
        if (holder === next) release();
      };
    },
    owner: () => holder?.owner,
    release,
    answerSignIn,
    awaitSignIn: () => {
      if (!holder) return undefined;
      if (!asked) {
        asked = Promise.withResolvers();
        holder.openSignIn();
      }
      return asked.promise;
    },
    tellSignedIn: () => {
      holder?.onSignedIn();
      return holder !== undefined;
    },
  };
}
