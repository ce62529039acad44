import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/user.entity.ts';

export const RecoveryCodeSchema = defineEntity({
  name: 'RecoveryCode',
  tableName: 'recovery_codes',
  properties: {
    id: p.integer().primary(),
    user: () => p.manyToOne(User).deleteRule('cascade').index(),
    code_hash: p.text(),
    used_at: p.datetime().nullable(),
  },
});

export class RecoveryCode extends RecoveryCodeSchema.class {}

RecoveryCodeSchema.setClass(RecoveryCode);
