import { defineEntity, p } from '@mikro-orm/core';
import { jsonColumn, textColumn } from '../../database/columns.ts';
import { User } from '../users/user.ts';

type FactorKind = 'totp' | 'passkey';

export const FactorSchema = defineEntity({
  name: 'Factor',
  tableName: 'factors',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    kind: textColumn('nothing').$type<FactorKind>(),
    name: textColumn('writing'),
    /** The sealed secret of an authenticator app. Null for a passkey, and after the sealing key was lost. */
    secret: textColumn('secret').nullable(),
    /** The id of a passkey, as the browser reports it. An authenticator app has a random id. */
    credential_id: textColumn('secret').unique(),
    public_key: textColumn('secret').nullable(),
    counter: p.integer(),
    transports: jsonColumn<string[]>('nothing'),
    /**
     * The time step of the last accepted code of an authenticator app. The step only increases, so each code
     * is accepted at most once.
     */
    last_step: p.integer(),
    created_at: p.datetime(),
    last_used_at: p.datetime().nullable(),
  },
});

export class Factor extends FactorSchema.class {}

FactorSchema.setClass(Factor);

export const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    code_hash: textColumn('secret'),
    used_at: p.datetime().nullable(),
  },
});

export class RecoveryCode extends RecoveryCodeSchema.class {}

RecoveryCodeSchema.setClass(RecoveryCode);
