import { Dialog } from '@sherpa/ui/dialog'
import { type ReactNode, useState } from 'react'
import type { Destination } from './shortcuts.tsx'
import { areSingleKeysOn, switchSingleKeys } from './single-keys.ts'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

const everywhere: [string[], string][] = [
  [[isMac ? '⌘' : 'Ctrl', 'K'], 'Search or jump to'],
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
      <div className="grid gap-x-10 gap-y-5 sm:grid-cols-2">
        <Keys title="Everywhere" keys={everywhere} />
        <Keys title="In lists" keys={lists} />
        <Keys title="Go to" keys={destinations.map(({ key, label }) => [['G', key.toUpperCase()], label])} />
      </div>
      <label className="mt-6 flex items-center gap-2.5 text-sm">
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
    </Dialog>
  )
}

function Keys({ title, keys }: { title: string; keys: [string[], ReactNode][] }) {
  return (
    <section>
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
