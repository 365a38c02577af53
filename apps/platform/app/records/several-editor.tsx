import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { KeyboardEvent } from 'react'
import type { Editing } from './inline-field.tsx'

export type Option = { id: string; name: string }

/** Multiple choice, in order of selection. */
export function SeveralEditor({
  editing: { draft, change, save, busy, control },
  options,
  search,
  onSearch,
  onNew,
  searchLabel,
}: {
  editing: Editing<Option[]>
  /** Options that match the search. */
  options: readonly Option[]
  /** Undefined: no search. */
  search?: string
  onSearch?: (text: string) => void
  /** Creates an option from the search text. */
  onNew?: (name: string) => Promise<Option | undefined>
  searchLabel?: string
}) {
  const name = search?.trim() ?? ''
  const isChosen = ({ id }: Option) => draft.some((one) => one.id === id)
  const same = options.find((option) => option.name.toLowerCase() === name.toLowerCase())
  const canCreate = onNew && name !== '' && !same
  // Selected options stay visible without a search.
  const offered =
    name === '' ? [...draft.filter((one) => !options.some(({ id }) => id === one.id)), ...options] : options

  function toggle(option: Option) {
    change(isChosen(option) ? draft.filter(({ id }) => id !== option.id) : [...draft, option])
  }

  async function create() {
    const created = await onNew?.(name)
    if (!created) return
    if (!isChosen(created)) change([...draft, created])
    onSearch?.('')
  }

  /** Enter selects the first match or creates it; without a search it saves. */
  function takeFound(event: KeyboardEvent) {
    if (event.key !== 'Enter' || name === '') return
    event.preventDefault()
    const found = same ?? options[0]
    if (found) {
      if (!isChosen(found)) toggle(found)
      onSearch?.('')
    } else if (canCreate) void create()
  }

  return (
    <fieldset
      aria-label={control['aria-label']}
      aria-describedby={control['aria-describedby']}
      className="several flex flex-col gap-1.5"
    >
      {onSearch && (
        <input
          type="search"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={search}
          maxLength={40}
          autoComplete="off"
          onChange={({ target }) => onSearch(target.value)}
          onKeyDown={takeFound}
          className={`${controlClass} min-h-8 px-2 py-1 text-sm`}
        />
      )}
      <ul className="max-h-56 overflow-y-auto">
        {offered.map((option) => (
          <li key={option.id}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-sm px-1.5 text-sm text-ink hover:bg-hover max-md:min-h-11">
              <input
                type="checkbox"
                checked={isChosen(option)}
                disabled={busy}
                onChange={() => toggle(option)}
                className="size-4 shrink-0 accent-glacier"
              />
              <span className="min-w-0 break-words">{option.name}</span>
            </label>
          </li>
        ))}
        {canCreate && (
          <li>
            <button
              type="button"
              onClick={() => void create()}
              className="flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-sm px-1.5 text-left text-sm font-medium text-ink hover:bg-hover"
            >
              <ToolIcon name="plus" />
              <span className="min-w-0 break-words">Add “{name}”</span>
            </button>
          </li>
        )}
      </ul>
      {offered.length === 0 && !canCreate && <p className="px-1.5 py-1 text-sm text-grey">No options</p>}
      <div className="flex justify-end border-t border-line-soft pt-2">
        <Button look="secondary" size="small" busy={busy} onClick={() => save()}>
          Done
        </Button>
      </div>
    </fieldset>
  )
}
