import { useBlocker } from 'react-router-dom';
import { DialogForm, DialogText } from '../components/dialog.tsx';
import { useServices } from '../core/admin-context.ts';
import { isOfSameForm } from './use-new-row-form.ts';

/** One guard serves all forms, because the router supports only one blocker. */
export function LeaveGuard() {
  const { unsaved } = useServices();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.owner() !== undefined &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isOfSameForm(nextLocation.state),
  );
  const stay = () => blocker.reset?.();
  const leave = () => {
    unsaved.discard();
    blocker.proceed?.();
  };
  return (
    <DialogForm
      isOpen={blocker.state === 'blocked'}
      title="Discard unsaved changes?"
      saveLabel="Discard changes"
      cancelLabel="Keep editing"
      isQuestion
      isDangerous
      onSubmit={leave}
      onClose={stay}
    >
      <DialogText>You have unsaved changes. If you leave now, they will be lost.</DialogText>
    </DialogForm>
  );
}
