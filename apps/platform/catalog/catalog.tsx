import './catalog.css'
import { Button } from '@sherpa/ui/button'
import { type ReactNode, StrictMode, useState } from 'react'
import { Provider } from 'react-redux'
import { store } from '../app/store.ts'
import { listPatterns } from './list-patterns.tsx'
import { primitives } from './primitives.tsx'
import { recordPatterns } from './record-patterns.tsx'
import { sitePrimitives } from './site-primitives.tsx'
import { SpecimenGroup } from './specimen.tsx'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Every primitive of packages/ui and every list and record pattern, in both themes. `?theme=dark` starts with the dark one. */
export function Catalog() {
  const [theme, setTheme] = useState<Theme>(() =>
    new URLSearchParams(location.search).get('theme') === 'dark' ? 'dark' : 'light',
  )
  return (
    <StrictMode>
      <Provider store={store}>
        <main>
          <Themed theme={theme}>
            <div className="catalog-head">
              <h1>Component catalog</h1>
              <div className="specimen-row">
                {themes.map((one) => (
                  <Button
                    key={one}
                    look="secondary"
                    size="small"
                    aria-pressed={one === theme}
                    onClick={() => setTheme(one)}
                  >
                    {one === 'dark' ? 'Dark' : 'Light'}
                  </Button>
                ))}
              </div>
            </div>
            <SpecimenGroup title="Primitives" specimens={primitives} />
            <SpecimenGroup title="List patterns" wide specimens={listPatterns} />
            <SpecimenGroup title="Record patterns" specimens={recordPatterns} />
          </Themed>
          {/* The public site is always light. */}
          <Themed theme="light">
            <SpecimenGroup title="Primitives of the public site" specimens={sitePrimitives} />
          </Themed>
        </main>
      </Provider>
    </StrictMode>
  )
}

function Themed({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <div data-theme={theme} className="catalog">
      {children}
    </div>
  )
}
