/** A form on the screen that holds words which are not saved. */
export interface WordHolder<Owner> {
  /** Who wrote them. */
  owner: Owner;
  /** The session has ended: shows a sign-in in place, over the form. */
  openSignIn(): void;
  /** Somebody has signed in, here or in another tab. */
  onSignedIn(): void;
}

/** Knows whether something typed would be lost if the page went now, and lets it outlive its session. */
export interface UnsavedWords<Owner> {
  /** A form begins to hold words: the browser asks before it closes the page. Gives what ends that. */
  hold(holder: WordHolder<Owner>): () => void;
  /** Who wrote what is held. */
  owner(): Owner | undefined;
  /** The words are saved, or the person gives them up: nothing stands in the way any more. */
  letGo(): void;
  /** Asks for a sign-in in place: true once its owner is back, false when the words are given up. Nothing held: `undefined`. */
  awaitSignIn(): Promise<boolean> | undefined;
  /** The sign-in that was asked for has come, or will not come. */
  answerSignIn(isBack: boolean): void;
  /** Tells the form that somebody has signed in. False when no form is waiting to hear it. */
  tellSignedIn(): boolean;
}

/** Begins to watch over a page. */
export function watchUnsavedWords<Owner>(): UnsavedWords<Owner> {
  let holder: WordHolder<Owner> | undefined;
  let asked: PromiseWithResolvers<boolean> | undefined;

  const askBeforeClosing = (event: BeforeUnloadEvent) => event.preventDefault();
  const answerSignIn = (isBack: boolean) => {
    const open = asked;
    asked = undefined;
    open?.resolve(isBack);
  };
  const letGo = () => {
    holder = undefined;
    window.removeEventListener('beforeunload', askBeforeClosing);
    answerSignIn(false);
  };
  return {
    hold: (next) => {
      holder = next;
      window.addEventListener('beforeunload', askBeforeClosing);
      return () => {
        if (holder === next) letGo();
      };
    },
    owner: () => holder?.owner,
    letGo,
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
