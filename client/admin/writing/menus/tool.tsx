import { UnstyledButton } from '@mantine/core';
import type { Ref } from 'react';
import type { Icon } from '../../../shared/icon.tsx';

interface ToolProps {
  label: string;
  icon: Icon;
  isActive?: boolean | undefined;
  isOff?: boolean | undefined;
  /** Absent for a button that opens no panel. */
  isOpen?: boolean | undefined;
  tabIndex?: number;
  onFocus?: () => void;
  onClick?: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** A click leaves the focus and the selection in the text. */
export function Tool({ label, icon: Sign, isActive, isOff, isOpen, onClick, ...more }: ToolProps) {
  return (
    <UnstyledButton
      {...more}
      className="writing-tool"
      title={label}
      aria-label={label}
      aria-pressed={isActive}
      aria-expanded={isOpen}
      aria-disabled={isOff || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={isOff ? undefined : onClick}
    >
      <Sign size={18} stroke={1.6} aria-hidden="true" />
    </UnstyledButton>
  );
}
