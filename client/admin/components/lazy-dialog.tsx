import type { ComponentType } from 'react';
import { DialogForm, DialogText } from './dialog.tsx';
import { lazyLoadErrorText, lazyPart, reloadPage } from './lazy-part.tsx';

interface LazyDialog<P extends object> {
  /** The name of the dialog in the error message, for example 'the picture library'. */
  name: string;
  load: () => Promise<ComponentType<P>>;
  /** Called with the dialog's properties when the dialog could not be loaded and the person closes the error message. */
  onClose: (props: P) => void;
}

/**
 * Returns a dialog whose code is loaded when the dialog is first opened. If loading fails, another dialog
 * shows the error.
 */
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
