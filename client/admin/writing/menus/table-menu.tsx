import { Button, Menu } from '@mantine/core';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderColumn,
  toggleHeaderRow,
} from '@tiptap/pm/tables';
import { type Editor, useEditorState } from '@tiptap/react';

const tableCommands = [
  ['Add a row above', addRowBefore],
  ['Add a row below', addRowAfter],
  ['Add a column before', addColumnBefore],
  ['Add a column after', addColumnAfter],
  ['Head row', toggleHeaderRow],
  ['Head column', toggleHeaderColumn],
  ['Merge cells', mergeCells],
  ['Split cell', splitCell],
  ['Remove the row', deleteRow],
  ['Remove the column', deleteColumn],
  ['Remove the table', deleteTable],
] as const;

export function TableMenu({ editor }: { editor: Editor }) {
  const can = useEditorState({
    editor,
    selector: ({ editor: shown }) => tableCommands.map(([, command]) => command(shown.state)).join(),
  }).split(',');
  return (
    <Menu
      position="bottom-start"
      withinPortal={false}
      onClose={() => editor.commands.focus()}
      returnFocus={false}
    >
      <Menu.Target>
        <Button size="compact-sm" variant="subtle">
          Rows and columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown className="writing-add">
        {tableCommands.map(([label, command], index) => (
          <Menu.Item
            key={label}
            disabled={can[index] !== 'true'}
            onClick={() => {
              editor.view.focus();
              command(editor.state, editor.view.dispatch);
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
