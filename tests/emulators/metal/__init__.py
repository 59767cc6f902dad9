"""Metal, emulated: kernels run on the host as C++, and a stand-in for the framework takes the runtime's calls."""
