import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { focusField } from './focus-field.ts';

/** When the form opens, scrolls to and focuses the field in the fragment of the address, such as `#about.mission`. */
export function useFieldOfAddress(): void {
  const { hash, key } = useLocation();
  // Depends on the key too, because the key changes when the same address is opened again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => focusField(hash.slice(1)), [hash, key]);
}
