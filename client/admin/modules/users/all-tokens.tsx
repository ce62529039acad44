import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { TokenList } from '../../auth/api-tokens.tsx';
import { Dialog, DialogActions, DialogText } from '../../components/dialog.tsx';

/**
 * A button that opens a dialog with the API tokens of all users. Admins can revoke each token in the dialog.
 */
export function AllTokens() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        API tokens
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="API tokens of everybody" size="lg">
        <Stack gap="md">
          <DialogText>
            Each lets a program act for its owner. New ones are created in the owner’s account, or here on the
            page of the user.
          </DialogText>
          {isOpen && <TokenList of={{ all: true }} />}
          <DialogActions>
            <Button variant="default" data-autofocus onClick={() => setOpen(false)}>
              Close
            </Button>
          </DialogActions>
        </Stack>
      </Dialog>
    </>
  );
}
