import type { ComponentProps } from 'react'
import { calendarDay } from '../../data/moments.tsx'
import { ChoiceEditor, InlineField, LineEditor } from '../../records/inline-field.tsx'

type FactProps<Facts> = {
  label: string
  facts: Facts
  value: string | null
  editable: boolean
  save: (value: string | null, seen: Facts) => Promise<unknown>
}

/** A fact with fixed choices. */
export function ChoiceFact<Facts>({
  facts,
  value,
  choices,
  save,
  ...rest
}: FactProps<Facts> & { choices: Readonly<Record<string, string>> }) {
  return (
    <InlineField
      {...rest}
      seen={facts}
      value={value ?? ''}
      shown={value && (choices[value] ?? value)}
      save={(draft, seen) => save(draft || null, seen)}
    >
      {(editing) => (
        <ChoiceEditor
          editing={editing}
          options={Object.entries(choices).map(([id, name]) => ({ id, name }))}
          none="Unknown"
        />
      )}
    </InlineField>
  )
}

/** A fact in one line, or a day. */
export function LineFact<Facts>({
  facts,
  value,
  save,
  label,
  editable,
  type,
  ...line
}: FactProps<Facts> & Omit<ComponentProps<typeof LineEditor>, 'editing'>) {
  return (
    <InlineField
      label={label}
      editable={editable}
      seen={facts}
      value={value ?? ''}
      shown={value && type === 'date' ? calendarDay(value) : value}
      save={(draft, seen) => save(draft.trim() || null, seen)}
    >
      {(editing) => <LineEditor editing={editing} {...line} {...(type && { type })} />}
    </InlineField>
  )
}
