import { Button } from '@sherpa/ui/button'
import { Field } from '@sherpa/ui/field'
import { ChipWords, FilterMenu } from './filter-menu.tsx'
import type { ListAddress } from './list-address.ts'
import type { CustomFilter } from './list-filters.tsx'
import { smallControl } from './range-filter.tsx'

/** A filter by a name as people type it. */
export function textFilter(
  { state, change }: ListAddress,
  { name, label }: { name: string; label: string },
): CustomFilter {
  const text = state[name] ?? ''
  return {
    name,
    label,
    inMenu: true,
    isInUse: text !== '',
    control: (menu) => (
      <FilterMenu
        label={label}
        words={`${label} ${text}`}
        chip={text ? <ChipWords label={`${label} is`} words={text} /> : undefined}
        onRemove={() => change({ [name]: undefined })}
        {...menu}
      >
        <form
          key={text}
          className="flex flex-col gap-3 px-2.5 pt-1 pb-2"
          onSubmit={(event) => {
            event.preventDefault()
            change({ [name]: String(new FormData(event.currentTarget).get(name)).trim() })
          }}
        >
          <Field label={label}>
            {(control) => (
              <input {...control} name={name} defaultValue={text} maxLength={100} className={smallControl} />
            )}
          </Field>
          <Button type="submit" size="small">
            Apply
          </Button>
        </form>
      </FilterMenu>
    ),
  }
}
