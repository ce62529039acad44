import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { TokenList } from '../../auth/api-tokens.tsx';
import { Dialog, DialogText } from '../../components/dialog.tsx';

/** A button for admins that shows the API tokens of everybody, where each can be revoked. */
export function AllTokens() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        API tokens
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="API tokens of everybody" size="lg">
        <DialogText>Programs that may act for a person. A person’s page creates further ones.</DialogText>
        {isOpen && <TokenList of={{ all: true }} />}
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={() => setOpen(false)}>
            Close
          </Button>
        </Group>
      </Dialog>
    </>
  );
}
