import { ownValue } from '@sherpa/contracts/own-value'
import type { z } from 'zod'

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

/** Default validation message, where the contract defines none. */
export function messageFor(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This is missing'
      if (issue.expected === 'string' && Array.isArray(issue.input)) return 'Send this only once, as text'
      return `Send ${ownValue(kinds, issue.expected) ?? 'a value of the right kind'}`
    case 'invalid_value':
      return `Choose one of these: ${issue.values.join(', ')}`
    case 'too_big':
      return typeof issue.input === 'string'
        ? `Use at most ${issue.maximum} characters`
        : Array.isArray(issue.input)
          ? `Name at most ${issue.maximum}`
          : `Enter at most ${issue.maximum}`
    case 'too_small':
      return typeof issue.input === 'string'
        ? `Use at least ${issue.minimum} characters`
        : Array.isArray(issue.input)
          ? `Name at least ${issue.minimum}`
          : `Enter at least ${issue.minimum}`
    case 'invalid_format':
      return issue.format === 'datetime'
        ? 'Enter a date and time with its time zone, such as 2026-01-31T09:00:00Z'
        : 'This does not have the right form'
    case 'unrecognized_keys':
      return 'This field is not known'
    default:
      return 'This value is not possible here'
  }
}
