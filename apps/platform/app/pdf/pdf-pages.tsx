import { Button } from '@sherpa/ui/button'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PdfPage } from './pdf-page.tsx'

const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3]
const FIT = ZOOMS.indexOf(1)

/** The pages in a column; 100% fits the width. */
export function PdfPages({ document, name, ratio }: { document: PDFDocumentProxy; name: string; ratio: number }) {
  const list = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  const [step, setStep] = useState(FIT)
  const [current, setCurrent] = useState(1)
  /** The point in the middle of the view, relative to its page. */
  const place = useRef<{ index: number; x: number; y: number }>(undefined)
  const zoom = ZOOMS[step] ?? 1
  const width = Math.floor(room * zoom)
  const pages = Array.from({ length: document.numPages }, (_, index) => index + 1)

  // biome-ignore lint/correctness/useExhaustiveDependencies: pages have another size when the width changes
  useLayoutEffect(keepPlace, [width])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const area = list.current
    if (!area) return
    const observer = new ResizeObserver(() => {
      const { paddingLeft, paddingRight } = getComputedStyle(area)
      setRoom(area.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
      keepPlace()
    })
    observer.observe(area)
    area.focus()
    return () => observer.disconnect()
  }, [])

  const boxes = () => [...(list.current?.children ?? [])] as HTMLElement[]

  /** The current page is the last one that starts above the middle. */
  function follow() {
    const area = list.current
    if (!area) return
    const [x, y] = [area.scrollLeft + area.clientWidth / 2, area.scrollTop + area.clientHeight / 2]
    const index = Math.max(
      0,
      boxes().findLastIndex(({ offsetTop }) => offsetTop <= y),
    )
    const box = boxes()[index]
    if (!box) return
    place.current = { index, x: (x - box.offsetLeft) / box.offsetWidth, y: (y - box.offsetTop) / box.offsetHeight }
    setCurrent(index + 1)
  }

  function keepPlace() {
    const area = list.current
    const box = boxes()[place.current?.index ?? -1]
    if (!area || !box || !place.current) return
    area.scrollLeft = box.offsetLeft + place.current.x * box.offsetWidth - area.clientWidth / 2
    area.scrollTop = box.offsetTop + place.current.y * box.offsetHeight - area.clientHeight / 2
  }

  function goTo(number: number) {
    boxes()[number - 1]?.scrollIntoView({ block: 'start' })
  }

  const zoomTo = (next: number) => setStep(Math.min(ZOOMS.length - 1, Math.max(0, next)))

  function keyDown({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey) return
    if (key === '+' || key === '=') zoomTo(step + 1)
    if (key === '-') zoomTo(step - 1)
    if (key === '0') zoomTo(FIT)
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm">
        <div className="flex items-center gap-2">
          <Tool name="Previous page" sign="‹" isOff={current <= 1} onPress={() => goTo(current - 1)} />
          <span className="tabular-nums">
            Page {current} of {document.numPages}
          </span>
          <Tool name="Next page" sign="›" isOff={current >= document.numPages} onPress={() => goTo(current + 1)} />
        </div>
        <div className="flex items-center gap-2">
          <Tool name="Zoom out" sign="−" keys="-" isOff={step === 0} onPress={() => zoomTo(step - 1)} />
          <span role="status" className="min-w-12 text-center tabular-nums max-sm:sr-only">
            <span className="sr-only">Zoom </span>
            {zoom * 100}%
          </span>
          <Tool name="Zoom in" sign="+" keys="+" isOff={step === ZOOMS.length - 1} onPress={() => zoomTo(step + 1)} />
        </div>
      </div>
      <div
        ref={list}
        role="document"
        aria-label={name}
        tabIndex={0}
        onScroll={follow}
        onKeyDown={keyDown}
        className="pdf-pages"
      >
        {room > 0 &&
          pages.map((number) => (
            <PdfPage key={number} document={document} number={number} width={width} ratio={ratio} />
          ))}
      </div>
    </div>
  )
}

/** A disabled tool keeps focus. */
function Tool({
  name,
  sign,
  keys,
  isOff,
  onPress,
}: {
  name: string
  sign: string
  keys?: string
  isOff: boolean
  onPress: () => void
}) {
  return (
    <Button
      look="secondary"
      size="small"
      aria-label={name}
      aria-keyshortcuts={keys}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onPress}
      className="size-8 max-md:size-11"
    >
      <span aria-hidden="true" className="text-lg leading-none">
        {sign}
      </span>
    </Button>
  )
}
