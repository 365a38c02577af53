import { type ComponentProps, useLayoutEffect, useRef } from 'react'

/** A text area that grows with its text, within the height limits of its class. */
export function GrowingTextArea({ className = '', onInput, ref, ...rest }: ComponentProps<'textarea'>) {
  const own = useRef<HTMLTextAreaElement>(null)
  // After every render, since the text may be set from outside.
  useLayoutEffect(() => fit(own.current))
  return (
    <textarea
      {...rest}
      ref={(area) => {
        own.current = area
        if (typeof ref === 'function') return ref(area)
        if (ref) ref.current = area
      }}
      onInput={(event) => {
        fit(event.currentTarget)
        onInput?.(event)
      }}
      className={`field-sizing-content resize-none ${className}`}
    />
  )
}

/** Fallback: Safari before 26.2 and older Firefox have no `field-sizing`. */
function fit(area: HTMLTextAreaElement | null) {
  if (!area || CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  const borders = area.offsetHeight - area.clientHeight
  area.style.height = `${area.scrollHeight + borders}px`
}
