import type { ComponentType } from 'react';
import { DialogForm, DialogText } from './dialog.tsx';
import { lazyLoadErrorText, lazyPart, reloadPage } from './lazy-part.tsx';

interface LazyDialog<P extends object> {
  /** In the error message, for example 'the picture library'. */
  name: string;
  load: () => Promise<ComponentType<P>>;
  /** Called when the person closes the error of a dialog that could not be loaded. */
  onClose: (props: P) => void;
}

/** A dialog whose code is loaded when it is first opened. */
export function lazyDialog<P extends object>({ name, load, onClose }: LazyDialog<P>): ComponentType<P> {
  const Failed = (props: P) => (
    <DialogForm
      title={`Couldn’t load ${name}`}
      saveLabel="Reload"
      cancelLabel="Close"
      isQuestion
      onSubmit={reloadPage}
      onClose={() => onClose(props)}
    >
      <div role="alert">
        <DialogText>{lazyLoadErrorText}</DialogText>
      </div>
    </DialogForm>
  );
  return lazyPart({ name, load, Failed });
}
