import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { type ReactNode, useState } from 'react'
import { isMac } from './is-mac.ts'
import { usePaletteLabel } from './palette/palette-label.ts'
import type { Destination } from './shortcuts.tsx'
import { areSingleKeysOn, switchSingleKeys } from './single-keys.ts'

const everywhere = (palette: string): [string[], string][] => [
  [[isMac ? '⌘' : 'Ctrl', 'K'], palette],
  [['C'], 'Create'],
  [['?'], 'Keyboard shortcuts'],
]

const lists: [string[], string][] = [
  [['J'], 'Next row'],
  [['K'], 'Previous row'],
  [['Enter'], 'Open'],
  [['X'], 'Select'],
  [['Shift', 'X'], 'Select up to here'],
  [['/'], 'Search this list'],
  [['Esc'], 'Close record, clear selection'],
]

export default function KeysDialog({ destinations, onClose }: { destinations: Destination[]; onClose: () => void }) {
  const [isOn, setOn] = useState(areSingleKeysOn)
  return (
    <Dialog open title="Keyboard shortcuts" onClose={onClose}>
      <div className="gap-x-10 sm:columns-2">
        <Keys title="Everywhere" keys={everywhere(usePaletteLabel())} />
        <Keys title="Go to" keys={destinations.map(({ key, label }) => [['G', key.toUpperCase()], label])} />
        <Keys title="In lists" keys={lists} />
      </div>
      <label className="flex items-center max-md:min-h-11 gap-2.5 text-sm">
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            switchSingleKeys(target.checked)
            setOn(target.checked)
          }}
        />
        Use single keys, such as C and G, on this device
      </label>
      <div className="mt-6 flex justify-end">
        <Button look="secondary" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: [string[], ReactNode][] }) {
  return (
    <section className="break-inside-avoid pb-5">
      <h3 className="pb-1.5 text-sm font-semibold text-ink">{title}</h3>
      <dl className="text-sm">
        {keys.map(([pressed, label]) => (
          <div key={pressed.join(' ')} className="flex justify-between gap-4 border-t border-line-soft py-1.5">
            <dt className="order-last flex shrink-0 items-center gap-1">
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
