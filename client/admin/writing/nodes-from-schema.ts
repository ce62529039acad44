import type { Attributes as ExtensionAttributes } from '@tiptap/core';
import type { TagParseRule } from '@tiptap/pm/model';
import { type NodeName, type NodeRule, nodeRules } from '../../../src/shared/writing/schema.ts';

/** Configures a Tiptap node from the schema that the server uses too. The server checks all values again. */
export function nodeConfigFromSchema(name: NodeName) {
  const rule: NodeRule = nodeRules[name];
  return {
    ...(rule.content && { content: rule.content }),
    ...(rule.group && { group: rule.group }),
    isolating: rule.isIsolating ?? false,
    addAttributes: () => attributesOf(rule),
    parseHTML: () => readingsOf(rule),
  };
}

function attributesOf({ attributes = {} }: NodeRule): ExtensionAttributes {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { html, initial = null }]) => {
      if (!html) return [];
      return [
        [
          name,
          {
            default: initial,
            parseHTML: (element: HTMLElement) => element.getAttribute(html) ?? initial,
            renderHTML: ({ [name]: value }: Record<string, unknown>) =>
              value === null || value === initial ? {} : { [html]: String(value) },
          },
        ],
      ];
    }),
  );
}

/**
 * Above the default of 50: rules that also test attributes come before those of the tag alone, such as a call to
 * action, which is a `p`.
 */
const fixedFirst = 60;

function readingsOf({ tag, fixed }: NodeRule): TagParseRule[] {
  const conditions = Object.entries(fixed ?? {}).map(([key, value]) => `[${key}="${value}"]`);
  return [{ tag: `${tag}${conditions.join('')}`, ...(fixed && { priority: fixedFirst }) }];
}
