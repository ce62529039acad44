import type { SignedInCtx } from '../database/ctx.ts';
import type { Tables } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { RuleBroken } from '../shared/errors.ts';
import { defaultsFor } from '../shared/settings/defaults.ts';
import { completeValues } from '../shared/settings/group-values.ts';
import { findGroup, type GroupName, type GroupValues, settingGroups } from '../shared/settings/groups.ts';
import { isSameValue } from '../shared/settings/values.ts';
import { readGroupState, storeGroup } from './groups.ts';
import type { ListUses } from './list-uses.ts';
import { ShownDefaults } from './site-setting.entity.ts';
import { readDefaultsBasis } from './stored-groups.ts';
import { hasOwnCompanyName } from './used-choices.ts';

const textGroups = ['company', 'pages', 'lists', 'choices', 'navigation', 'legal'] satisfies GroupName[];

/**
 * When a new version has other default texts, stores the former ones as if staff had written them. A reset
 * takes the new ones.
 */
export async function keepShownDefaults(ctx: SignedInCtx, uses: ListUses): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const basis = await readDefaultsBasis(tx.em.getKysely<Tables>());
    const present = defaultsFor(basis);
    const shown = await tx.em.findOne(ShownDefaults, { id: { $gt: 0 } });
    const isOfBasis = shown?.language === basis.language && shown.trade === basis.trade;
    const changed = textGroups.filter(
      (name) => !isOfBasis || !isSameValue(completeWith(present, name, shown.value[name]), present[name]),
    );
    if (changed.length === 0) return;

    // Nobody relies on the texts of the sample company.
    if (isOfBasis && (await hasOwnCompanyName(tx)))
      for (const name of changed) await keepGroup(tx, name, { former: shown.value[name], uses });

    const value = Object.fromEntries(textGroups.map((name) => [name, present[name]]));
    const { language, trade } = basis;
    tx.em.persist(
      shown
        ? tx.em.assign(shown, { language, trade, value })
        : tx.em.create(ShownDefaults, { language, trade, value }),
    );
  });
}

/** Fields that the former version lacked get their present defaults. */
function completeWith(present: GroupValues, name: GroupName, former: unknown): Record<string, unknown> {
  return completeValues(settingGroups[name].fields, present[name], former);
}

async function keepGroup(
  tx: SignedInCtx,
  name: GroupName,
  { former, uses }: { former: unknown; uses: ListUses },
): Promise<void> {
  const group = findGroup(name)!;
  const state = await readGroupState(tx, group);
  const defaults = completeWith(defaultsFor(state.basis), name, former);
  const values = completeValues(group.fields, defaults, state.stored);
  const kept = { state, values, uses, reassign: undefined, verb: 'Kept former texts of' };
  await storeGroup(tx, group, kept).catch((error: unknown) => {
    // A legal text with gaps was never shown.
    if (!(error instanceof RuleBroken)) throw error;
  });
}
