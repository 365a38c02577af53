import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import type { KeyboardEvent } from 'react'
import type { Editing } from './inline-field.tsx'

export type Option = { id: string; name: string }

/** Some of many, in the order in which they were chosen. */
export function SeveralEditor({
  editing: { draft, change, save, busy, control },
  options,
  search,
  onSearch,
  onNew,
  searchLabel,
}: {
  editing: Editing<Option[]>
  /** Those that can be chosen, and match what is searched for. */
  options: readonly Option[]
  /** Without it there is no search. */
  search?: string
  onSearch?: (text: string) => void
  /** Makes what was searched for. */
  onNew?: (name: string) => Promise<Option | undefined>
  searchLabel?: string
}) {
  const name = search?.trim() ?? ''
  const isChosen = ({ id }: Option) => draft.some((one) => one.id === id)
  const same = options.find((option) => option.name.toLowerCase() === name.toLowerCase())
  const canMake = onNew && name !== '' && !same
  // What is chosen stays in sight, whatever is searched for.
  const offered =
    name === '' ? [...draft.filter((one) => !options.some(({ id }) => id === one.id)), ...options] : options

  function toggle(option: Option) {
    change(isChosen(option) ? draft.filter(({ id }) => id !== option.id) : [...draft, option])
  }

  async function make() {
    const made = await onNew?.(name)
    if (!made) return
    if (!isChosen(made)) change([...draft, made])
    onSearch?.('')
  }

  /** Enter takes the first that was found, or makes it; with nothing searched for it saves, as in every field. */
  function takeFound(event: KeyboardEvent) {
    if (event.key !== 'Enter' || name === '') return
    event.preventDefault()
    const found = same ?? options[0]
    if (found) {
      if (!isChosen(found)) toggle(found)
      onSearch?.('')
    } else if (canMake) void make()
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
        {canMake && (
          <li>
            <button
              type="button"
              onClick={() => void make()}
              className="flex min-h-8 w-full cursor-pointer items-center gap-2.5 rounded-sm px-1.5 text-left text-sm font-medium text-ink hover:bg-hover"
            >
              <ToolIcon name="plus" />
              <span className="min-w-0 break-words">Add “{name}”</span>
            </button>
          </li>
        )}
      </ul>
      {offered.length === 0 && !canMake && <p className="px-1.5 py-1 text-sm text-grey">Nothing to choose from</p>}
      <div className="flex justify-end border-t border-line-soft pt-2">
        <Button look="secondary" size="small" busy={busy} onClick={() => save()}>
          Done
        </Button>
      </div>
    </fieldset>
  )
}
