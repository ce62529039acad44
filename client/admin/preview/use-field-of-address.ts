import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { focusField } from './focus-field.ts';

/** Shows and focuses the field that the address names, such as `#about.mission`, when the form opens. */
export function useFieldOfAddress(): void {
  const { hash, key } = useLocation();
  // The key changes when the same address is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => focusField(hash.slice(1)), [hash, key]);
}
