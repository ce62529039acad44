import { NativeSelect } from '@mantine/core';
import { isFixedPlace } from '../../../../src/modules/pages/pages.facts.ts';
import { hasGrant } from '../../../../src/shared/grants.ts';
import type { Api, ApiOutputs } from '../../../api/types.ts';
import { trpc } from '../../../api/trpc.ts';
import { notifyError } from '../../components/notifications.tsx';
import { useCurrentUser } from '../../core/admin-context.ts';
import type { ControlProps, FieldKind, Members } from '../../resource/field-kind.ts';
import { useFormContext } from '../../resource/form-context.tsx';
import type { Row } from '../../resource/module-api.ts';

type MenuPlace = ApiOutputs['pages']['menu']['place'];
const below = 'header:';

/**
 * An ordinary page, a landing page, or a part of a fixed page, and the menu that links to it. The menu is saved after
 * the page.
 */
export const placeField: FieldKind = {
  // An empty `menu` leaves the menu unchanged.
  initial: { place: 'Page', menu: '' },
  fromRow: ({ place }) => ({ place, menu: '' }),
  format: ({ place, menu }) => [place, menu].filter(Boolean).join(', '),
  toInput: ({ place }) => ({ place }),
  errorNames: ['place'],
  Control: PlaceControl,
};

/** Does nothing without a choice, or for a part of a fixed page. A failure is shown as a notice. */
export async function saveMenu(client: Api, values: Members, { id }: Row): Promise<void> {
  const chosen = String(values.menu ?? '');
  if (!chosen || isFixedPlace(values.place)) return;
  const isBelow = chosen.startsWith(below);
  const place = (isBelow ? 'header' : chosen) as MenuPlace;
  const change = { id, place, below: isBelow ? chosen.slice(below.length) : null };
  await client.pages.setMenu.mutate(change).catch((error: unknown) => {
    notifyError('The page is saved, but its menu is not', error);
  });
}

function PlaceControl(props: ControlProps) {
  const { form, controls } = props;
  const { row } = useFormContext();
  const Choice = controls.choice;
  return (
    <>
      <Choice {...props} />
      {!isFixedPlace(form.values.place) && (
        <MenuInput
          id={row?.id}
          chosen={String(form.values.menu)}
          onChoose={(menu) => form.setValues({ menu })}
        />
      )}
    </>
  );
}

interface MenuInputProps {
  /** Undefined for a new page. */
  id: number | undefined;
  /** `''` leaves the menu unchanged. */
  chosen: string;
  onChoose: (menu: string) => void;
}

function MenuInput({ id, chosen, onChoose }: MenuInputProps) {
  const mayChange = hasGrant(useCurrentUser().role, 'settings:manage');
  const stored = trpc.pages.menu.useQuery({ id: id ?? 0 }, { enabled: mayChange && id !== undefined });
  const navigation = trpc.settings.one.useQuery({ group: 'navigation' }, { enabled: mayChange && !id });
  if (!mayChange)
    return <NativeSelect label="Menu" disabled data={['An admin can put this page into the menu']} />;
  const { place = 'none', below: above = null } = stored.data ?? {};
  const present = above === null ? place : below + above;
  const entries = stored.data?.entries ?? topsOf(navigation.data);
  return (
    <NativeSelect
      label="Menu"
      description="The entry is shown while the page is published"
      value={chosen || present}
      data={[
        { value: 'none', label: 'Not in a menu' },
        { value: 'header', label: 'Main menu' },
        ...entries.map((entry) => ({ value: below + entry.key, label: `Main menu, below ${entry.label}` })),
        { value: 'footer', label: 'Second column of the footer' },
        { value: 'footer_more', label: 'Third column of the footer' },
      ]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value === present ? '' : currentTarget.value)}
    />
  );
}

/** The entries of the main menu that may have others below them. */
function topsOf(navigation: ApiOutputs['settings']['one'] | undefined): { key: string; label: string }[] {
  const { header = [] } = (navigation?.value ?? {}) as {
    header?: { key: string; label: string; is_below: boolean }[];
  };
  return header.filter(({ is_below }) => !is_below);
}
