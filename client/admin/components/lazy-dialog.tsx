import { Button, Group, Modal } from '@mantine/core';
import type { ComponentType } from 'react';
import { failedPartText, lazyPart, ReloadButton } from './lazy-part.tsx';
import modalClasses from './modal.module.css';

interface LazyDialog<P extends object> {
  /** The subject of the message: 'the picture library'. */
  name: string;
  load: () => Promise<ComponentType<P>>;
  /** Called when the person closes the message. Gets the properties of the dialog. */
  onClose: (props: P) => void;
}

/** Returns a dialog that is loaded when it is first opened. If that fails, the message is a dialog too. */
export function lazyDialog<P extends object>({ name, load, onClose }: LazyDialog<P>): ComponentType<P> {
  const Failed = (props: P) => (
    <Modal
      opened
      onClose={() => onClose(props)}
      title={`Couldn’t load ${name}`}
      centered
      withCloseButton={false}
      zIndex={400}
      classNames={modalClasses}
      // The form may be in a dialog too, and a page may have only one banner.
      attributes={{ header: { role: 'presentation' } }}
    >
      <p className={modalClasses.question} role="alert">
        {failedPartText}
      </p>
      <Group justify="flex-end" gap="sm" mt="lg">
        <ReloadButton />
        <Button data-autofocus onClick={() => onClose(props)}>
          Close
        </Button>
      </Group>
    </Modal>
  );
  return lazyPart({ name, load, Failed });
}
