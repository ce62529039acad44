import { lazyPart } from '../components/lazy-part.tsx';
import type { PasswordHintProps } from './password-hint.tsx';

const PasswordHint = lazyPart({
  name: 'the check of the password',
  load: () => import('./password-hint.tsx').then((file) => file.PasswordHint),
});

/** A hint below a field for a new password. The code of the hint is loaded when somebody begins to type. */
export function LazyPasswordHint(props: PasswordHintProps) {
  if (props.password === '') return null;
  return <PasswordHint {...props} />;
}
