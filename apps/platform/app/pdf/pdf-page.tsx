import { type PDFDocumentProxy, type RenderTask, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'

/** Canvas limit on phones. */
const MOST_PIXELS = 16_000_000

/** A page, rendered only near the viewport, with a text layer for selection and screen readers. */
export function PdfPage({
  document,
  number,
  width,
  ratio,
}: {
  document: PDFDocumentProxy
  number: number
  /** In CSS pixels. */
  width: number
  /** Estimated height divided by width, until the page is loaded. */
  ratio: number
}) {
  const box = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [ownRatio, setOwnRatio] = useState(ratio)

  useEffect(() => {
    if (!box.current) return
    // After quick changes, such as resizing, only the last entry is true.
    const observer = new IntersectionObserver((entries) => setIsNear(entries.at(-1)?.isIntersecting ?? false), {
      root: box.current.parentElement,
      rootMargin: '100%',
    })
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [])

  useEffect(() => {
    const [paper, words] = [canvas.current, text.current]
    if (!isNear || !paper || !words) return
    let drawing: RenderTask | undefined
    let layer: TextLayer | undefined
    let isGone = false
    async function draw(paper: HTMLCanvasElement, words: HTMLDivElement) {
      const page = await document.getPage(number)
      if (isGone) return
      const whole = page.getViewport({ scale: 1 })
      setOwnRatio(whole.height / whole.width)
      const viewport = page.getViewport({ scale: width / whole.width })
      const dots = Math.min(window.devicePixelRatio, Math.sqrt(MOST_PIXELS / (viewport.width * viewport.height)))
      paper.width = Math.floor(viewport.width * dots)
      paper.height = Math.floor(viewport.height * dots)
      drawing = page.render({ canvas: paper, viewport, transform: [dots, 0, 0, dots, 0, 0] })
      words.style.setProperty('--total-scale-factor', String(viewport.scale))
      layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport })
      await Promise.all([drawing.promise, layer.render()])
    }
    // Broken or canceled pages stay empty.
    draw(paper, words).catch(() => undefined)
    return () => {
      isGone = true
      drawing?.cancel()
      layer?.cancel()
      words.replaceChildren()
      // Releases canvas memory.
      paper.width = 0
      paper.height = 0
    }
  }, [document, number, width, isNear])

  return (
    <section
      ref={box}
      aria-label={`Page ${number} of ${document.numPages}`}
      className="pdf-page"
      style={{ width, height: width * ownRatio }}
    >
      <canvas ref={canvas} className="size-full" />
      <div ref={text} className="pdf-text" />
    </section>
  )
}
