import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useState } from 'react'
import { failureOf } from '../forms/failure.ts'
import { loadPdf } from './load-pdf.ts'
import { PdfFailure } from './pdf-failure.tsx'
import { PdfPages } from './pdf-pages.tsx'

type Loaded = { document: PDFDocumentProxy; ratio: number }
type State = Loaded | { share: number } | { failure: string }

/** Loads a PDF and shows its pages. Lazy. */
export default function PdfViewer({ name, addressOf }: { name: string; addressOf: () => Promise<string> }) {
  const [state, setState] = useState<State>({ share: 0 })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per opening, and on retry
  useEffect(() => {
    let isGone = false
    let pdf: ReturnType<typeof loadPdf> | undefined
    async function load(): Promise<State> {
      const address = await addressOf().catch((error) => failureOf(error))
      if (typeof address !== 'string') return { failure: address.text }
      if (isGone) return { share: 0 }
      pdf = loadPdf(address, (share) => !isGone && setState({ share }))
      try {
        const document = await pdf.document
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
        return { document, ratio: height / width }
      } catch (error) {
        return { failure: reasonOf(error) }
      }
    }
    setState({ share: 0 })
    load().then((loaded) => !isGone && setState(loaded))
    return () => {
      isGone = true
      pdf?.destroy()
    }
  }, [attempt])

  if ('failure' in state) return <PdfFailure text={state.failure} onRetry={() => setAttempt(attempt + 1)} />
  if ('document' in state) return <PdfPages {...state} name={name} />
  return (
    <label className="flex flex-col gap-2 py-6 text-sm">
      Loading… {Math.round(state.share * 100)}%
      <progress value={state.share} className="w-full" />
    </label>
  )
}

function reasonOf(error: unknown) {
  const kind = error instanceof Error ? error.name : ''
  if (kind === 'PasswordException') return 'This PDF is password-protected. Download it to open it.'
  if (kind === 'InvalidPDFException') return 'This PDF is damaged and can’t be displayed. You can still download it.'
  return 'This PDF can’t be displayed. Try again or download it.'
}
