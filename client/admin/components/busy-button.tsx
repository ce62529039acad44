import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';

interface BusyButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** What the button has begun is not done yet. */
  isBusy: boolean;
}

/** Keeps the focus while it is busy. Mantine's `loading` disables the button, which then loses it. */
export function BusyButton({ isBusy, onClick, ...props }: BusyButtonProps) {
  return (
    <Button {...props} aria-disabled={isBusy} aria-busy={isBusy} onClick={isBusy ? undefined : onClick} />
  );
}
