import IconSearch from 'icon:search';
import { Modal, Text, TextInput } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { DialogContext, useRegisteredDialog } from '../core/open-dialogs.ts';
import type { NavigationItem } from '../core/navigation.ts';
import classes from './command-palette.module.css';
import { type Command, useCommands } from './use-commands.ts';

interface CommandPaletteProps {
  onClose: () => void;
  screens: readonly NavigationItem[];
  onLogout: () => void;
  onShowShortcuts: () => void;
}

/** The focus remains in the input, and the arrow keys select a command. */
export function CommandPalette({ onClose, ...sources }: CommandPaletteProps) {
  const { id, zIndex } = useRegisteredDialog(true, onClose);
  return (
    <DialogContext value={id}>
      <Modal.Root opened onClose={onClose} closeOnEscape={false} zIndex={zIndex} size="38rem" yOffset="10dvh">
        <Modal.Overlay />
        <Modal.Content aria-label="Commands" className={classes.content!}>
          <Palette onClose={onClose} {...sources} />
        </Modal.Content>
      </Modal.Root>
    </DialogContext>
  );
}

function Palette({ onClose, ...sources }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [selected, setSelected] = useState(0);
  const listId = useId();
  const { groups, state } = useCommands(query, sources);
  const commands = groups.flatMap((group) => group.commands);
  const current = commands[Math.min(selected, commands.length - 1)];
  const optionId = ({ id }: Command) => `${listId}-${id}`;
  const currentId = current && optionId(current);
  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);

  const run = (command: Command) => {
    // Closes the palette first, because a command may open another dialog.
    onClose();
    command.run();
  };
  const step = (by: number) =>
    setSelected((before) => (Math.min(before, commands.length - 1) + by + commands.length) % commands.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !current) return;
    const act = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: () => run(current),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <TextInput
        data-autofocus
        className={classes.field!}
        classNames={{ input: classes.input }}
        placeholder="Go to, create or search"
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
        maxLength={200}
        role="combobox"
        aria-label="Go to, create or search"
        aria-autocomplete="list"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={currentId}
        value={query}
        onChange={({ currentTarget }) => {
          setQuery(currentTarget.value);
          setSelected(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes.list} id={listId} role="listbox" aria-label="Commands">
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
          <div key={group.label} role="group" aria-label={group.label}>
            <p className={classes.group} aria-hidden="true">
              {group.label}
            </p>
            {group.commands.map((command) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys, as in a combobox
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
              <div
                key={command.id}
                id={optionId(command)}
                role="option"
                aria-selected={command === current}
                className={classes.option}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => run(command)}
              >
                <command.icon size={18} stroke={1.6} aria-hidden="true" />
                <Text span truncate dir="auto">
                  {command.label}
                </Text>
                {command.detail && (
                  <Text span flex={1} miw="30%" truncate dir="auto" c="dimmed" fz="xs" ta="right">
                    {command.detail}
                  </Text>
                )}
              </div>
            ))}
          </div>
        ))}
      </div>
      <p className={classes.state} role="status">
        {state}
      </p>
    </>
  );
}
