import { Button } from '@mantine/core';
import { IconTableExport } from '@tabler/icons-react';

interface ExportButtonProps {
  /** The address of the file. */
  path: string;
  /** The list's filter. Undefined members are left out. */
  filter: Record<string, string | boolean | undefined>;
}

/** A link that downloads all rows under the list's filter as a spreadsheet file. */
export function ExportButton({ path, filter }: ExportButtonProps) {
  const asked = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const query = asked.length > 0 ? `?${new URLSearchParams(asked)}` : '';
  return (
    <Button
      component="a"
      href={path + query}
      download
      variant="default"
      leftSection={<IconTableExport size={17} stroke={1.6} aria-hidden="true" />}
    >
      Export CSV
    </Button>
  );
}
