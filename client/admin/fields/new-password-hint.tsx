import { lazy, Suspense } from 'react';
import type { PasswordHintProps } from './password-hint.tsx';

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
