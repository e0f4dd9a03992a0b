"""How the cell model is made: straightened boards are rendered, a small network learns them, and is written as ONNX.

Nothing here is needed to read a board. Rendering needs what the project needs anyway; training needs the extra `train`.
"""
