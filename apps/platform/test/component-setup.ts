// Loads the platform's styles, because scrolling and visibility depend on them.
import '../app/app.css'
