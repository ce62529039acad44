import type { Attributes as ExtensionAttributes } from '@tiptap/core';
import type { TagParseRule } from '@tiptap/pm/model';
import { type NodeName, type NodeRule, nodeRules } from '../../../src/shared/writing/schema.ts';

/**
 * Returns the configuration of a Tiptap node from the schema of texts. The server uses the same schema and checks all
 * attribute values again.
 */
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
 * The priority of parse rules that also test attributes. The priority is above the default of 50, because
 * these rules must be tried before rules that test only the tag. For example, a call to action is also a `p`.
 */
const fixedFirst = 60;

function readingsOf({ tag, fixed }: NodeRule): TagParseRule[] {
  const conditions = Object.entries(fixed ?? {}).map(([key, value]) => `[${key}="${value}"]`);
  return [{ tag: `${tag}${conditions.join('')}`, ...(fixed && { priority: fixedFirst }) }];
}
