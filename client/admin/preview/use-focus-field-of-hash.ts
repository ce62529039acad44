import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { focusField } from './focus-field.ts';

/** Focuses the field that the fragment names, such as `#about.mission`, also when the fragment changes. */
export function useFocusFieldOfHash(): void {
  const { hash, key } = useLocation();
  // The key changes when the same address is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => focusField(hash.slice(1)), [hash, key]);
}
