import { lazy, Suspense } from 'react';

export interface PasswordHintProps {
  /** As typed so far. */
  password: string;
  /** The token of a reset link. Without one, the signed-in person asks. */
  token?: string;
  /** Whose password it is. */
  name?: string;
  email?: string;
}

const PasswordHint = lazy(() =>
  import('./password-hint.tsx').then((file) => ({ default: file.PasswordHint })),
);

/** Below a field for a new password. Loaded when somebody begins to type. */
export function NewPasswordHint(props: PasswordHintProps) {
  if (props.password === '') return null;
  return (
    <Suspense fallback={null}>
      <PasswordHint {...props} />
    </Suspense>
  );
}
