import { z } from 'zod';
import { EmailAddress } from '../account-fields.ts';
import {
  booleanField,
  isPicturePath,
  isStorable,
  isWebAddress,
  oneLine,
  optionalLine,
  optionalText,
  wholeNumber,
} from '../fields.ts';
import { normalizeTimes } from './fields/opening-hours.ts';
import { isDay } from '../zoned-time.ts';
import { emptyValueOfField, mapValues } from './values.ts';
import { countryName, isInStandardList } from './standard-lists.ts';
import type { Field, Fields, LeafField, LineField } from './field-types.ts';

const maxEntries = 60;
const maxLines = 30;
const keyPattern = /^[a-z0-9][a-z0-9-]{0,79}$/;

const standardExamples = {
  timeZone: 'a time zone such as Europe/London',
  currency: 'a currency’s code such as EUR',
} as const;

const Key = z
  .string('The key must be text')
  .regex(keyPattern, 'The key may have small letters, digits and hyphens');

/** An absent field means its default. Unknown fields are removed. */
export function inputSchema(fields: Fields): z.ZodType<Record<string, unknown>> {
  return z.object(mapValues(fields, (field) => fieldSchema(field).optional()));
}

function fieldSchema(field: Field): z.ZodType {
  if (field.kind === 'section')
    return z.object(
      mapValues(field.fields, (inner) => fieldSchema(inner).optional()),
      `${field.label} must be an object`,
    );
  if (field.kind !== 'list') return leafSchema(field);
  const { label, noun, fields, max = maxEntries } = field;
  return z
    .array(
      z.object({ key: Key.optional(), ...mapValues(fields, entrySchema) }, `A ${noun} must be an object`),
      `${label} must be a list`,
    )
    .max(max, `${label} may have at most ${max} entries`)
    .refine((entries) => {
      const keys = entries.flatMap(({ key }) => key ?? []);
      return new Set(keys).size === keys.length;
    }, `Two entries of ${label} have the same key`);
}

/** Only a required field must be present. */
function entrySchema(field: Field): z.ZodType {
  const schema = fieldSchema(field);
  return field.kind === 'line' && field.isRequired ? schema : schema.default(emptyValueOfField(field));
}

const leafSchemas = new WeakMap<LeafField, z.ZodType>();

/** Kept, because all stored values are read again after each change of the content. */
export function leafSchema(field: LeafField): z.ZodType {
  const schema = leafSchemas.get(field) ?? createLeafSchema(field);
  leafSchemas.set(field, schema);
  return schema;
}

function createLeafSchema(field: LeafField): z.ZodType {
  const { label } = field;
  switch (field.kind) {
    case 'line':
      return lineSchema(field);
    case 'code':
      return optionalLine(label, 500)
        .transform((text) => /\bcontent=["']([^"']*)["']/i.exec(text)?.[1] ?? text)
        .refine(
          (text) => /^[\w=.:-]{0,200}$/.test(text),
          `${label} must be the code, or the whole tag that contains it`,
        );
    case 'text':
      return optionalText(label, field.max);
    case 'html':
      // Not cleaned here, which takes too long, but by the services that save or show the text.
      return optionalText(label, field.max);
    case 'email':
      return z.literal('').or(EmailAddress);
    case 'link':
      return address(label, 'must be a web address that begins with http:// or https://', isLink);
    case 'address':
      return address(label, 'must be a page of this site such as /blog, or a web address', isAddress);
    case 'year':
      return wholeNumber(label, 1000, 2999).nullable();
    case 'number':
      return wholeNumber(label, 1, field.max).nullable();
    case 'country':
      return optionalLine(label, 2).refine(
        (code) => (field.empty !== undefined && code === '') || countryName(code) !== undefined,
        `${label} must be a country's code of two letters, such as GB`,
      );
    case 'standard':
      return optionalLine(label, 60).refine(
        (value) => (field.empty !== undefined && value === '') || isInStandardList(field.list, value),
        `${label} must be ${standardExamples[field.list]}`,
      );
    case 'colour':
      return z
        .string(`${label} must be text`)
        .trim()
        .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, `${label} must be a colour such as #1b5947`)
        .transform((text) => (text.length === 4 ? text.replaceAll(/[^#]/g, '$&$&') : text).toLowerCase());
    case 'choice':
      return z.enum(
        Object.keys(field.choices),
        `${label} must be one of: ${Object.keys(field.choices).join(', ')}`,
      );
    case 'picture':
      return address(label, 'must be the path of an uploaded picture', isPicturePath);
    case 'tick':
      return booleanField(label);
    case 'lines':
      return z
        .array(oneLine(label, field.max), `${label} must be a list of text`)
        .max(maxLines, `${label} may have at most ${maxLines} entries`);
    case 'parts':
      return z
        .array(z.enum(Object.keys(field.parts)), `${label} must be a list of names`)
        .transform((names) => [...new Set([...names, ...(field.always ?? [])])]);
  }
}

function lineSchema({ label, max, isRequired, has = '', shape }: LineField) {
  const schema = isRequired ? oneLine(label, max) : optionalLine(label, max);
  if (shape === 'day')
    return schema.refine((text) => text === '' || isDay(text), `${label} must be a day such as 2026-12-24`);
  if (shape === 'times')
    return schema
      .transform((text) => normalizeTimes(text) ?? text)
      .refine(
        (text) => text === '' || normalizeTimes(text) === text,
        `${label} must be two times of a day such as 09:00–17:30`,
      );
  return has ? schema.refine((text) => text.includes(has), `${label} must contain ${has}`) : schema;
}

function address(label: string, rule: string, isGood: (text: string) => boolean) {
  return z
    .string(`${label} must be text`)
    .trim()
    .refine((text) => text === '' || (isStorable(text) && isGood(text)), `${label} ${rule}`);
}

const isLink = (text: string) => isWebAddress(text);
const isAddress = (text: string) => /^\/(?![/\\])[^\s\p{C}\\]{0,500}$/u.test(text) || isWebAddress(text);
