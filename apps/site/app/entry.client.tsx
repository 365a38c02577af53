import { StrictMode, startTransition } from 'react'
import { HydratedRouter } from 'react-router/dom'
import { hydrateRoot } from './renderer'

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )
})
